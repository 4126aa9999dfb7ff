import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { summaryQuery } from "./queries.ts";

interface Search {
  readonly container?: string;
  readonly rule?: string;
  readonly policy?: "block" | "redact" | "allow";
  readonly status?: "open" | "false_positive";
}

/** What is shown of all findings; it is in the address, so that it can be sent to somebody. */
export function FindingFilters({ search }: { search: Search }) {
  const navigate = useNavigate({ from: "/secrets" });
  const { data } = useInfiniteQuery(summaryQuery({}));
  const counts = data?.pages.flatMap((page) => page.data) ?? [];
  const containers = new Set(counts.map(({ containerTag }) => containerTag));
  const rules = new Map(counts.map(({ rule, name }) => [rule, name]));
  if (search.rule !== undefined && !rules.has(search.rule)) rules.set(search.rule, search.rule);
  const set = (name: keyof Search, value: string) =>
    value !== (search[name] ?? "") &&
    navigate({ search: (old) => ({ ...old, [name]: value === "" ? undefined : value }), replace: true });
  return (
    <search className="flex flex-wrap items-end gap-3">
      <form
        className="w-44"
        onSubmit={(event) => {
          event.preventDefault();
          set("container", String(new FormData(event.currentTarget).get("container")).trim());
        }}
      >
        <TextField
          key={search.container ?? ""}
          label="Container"
          name="container"
          type="search"
          list="secret-containers"
          defaultValue={search.container ?? ""}
          // What is chosen or cleared holds at once, what is typed when it is whole.
          onChange={({ target: { value } }) => (value === "" || containers.has(value)) && set("container", value)}
          onBlur={(event) => set("container", event.target.value.trim())}
          placeholder="any"
        />
        <datalist id="secret-containers">
          {[...containers].map((containerTag) => (
            <option key={containerTag} value={containerTag} />
          ))}
        </datalist>
      </form>
      <div className="w-44">
        <Select label="Rule" value={search.rule ?? ""} onChange={(event) => set("rule", event.target.value)}>
          <option value="">any</option>
          {[...rules].map(([rule, name]) => (
            <option key={rule} value={rule}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div className="w-40">
        <Select
          label="What became of it"
          value={search.policy ?? ""}
          onChange={(event) => set("policy", event.target.value)}
        >
          <option value="">any</option>
          <option value="block">blocked</option>
          <option value="redact">redacted</option>
          <option value="allow">allowed</option>
        </Select>
      </div>
      <div className="w-36">
        <Select label="State" value={search.status ?? ""} onChange={(event) => set("status", event.target.value)}>
          <option value="">any</option>
          <option value="open">open</option>
          <option value="false_positive">false positive</option>
        </Select>
      </div>
      {Object.values(search).some((value) => value !== undefined) && (
        <Button kind="quiet" onClick={() => navigate({ search: {} })}>
          Show all
        </Button>
      )}
    </search>
  );
}
