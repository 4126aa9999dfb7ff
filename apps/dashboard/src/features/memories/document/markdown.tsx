import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";

/** Markdown as elements: what is HTML in it stays text, and images are not fetched. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div
      dir="auto"
      className="max-w-prose rounded-lg border border-line bg-surface px-5 py-4 [&_a]:text-accent [&_a]:underline [&_code]:rounded [&_code]:bg-raised [&_code]:px-1 [&_code]:font-mono [&_code]:text-[0.85em] [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:text-base [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:ml-5 [&_ol]:list-decimal [&_pre]:overflow-auto [&_pre]:rounded-md [&_pre]:bg-raised [&_pre]:p-3 [&_table]:w-full [&_td]:border [&_td]:px-2 [&_th]:border [&_th]:px-2 [&_th]:text-left [&_ul]:list-disc [&>*+*]:mt-3"
    >
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={{
          img: ({ alt }) => <span className="text-muted">[image: {alt}]</span>,
          a: ({ children, href }) => (
            <a href={href} rel="noreferrer noopener" target="_blank">
              {children}
            </a>
          ),
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
