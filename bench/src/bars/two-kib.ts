const LINE = "The team decided to keep every change as a revision, for a year.\n";

/** 2 KiB of text, in lines, with one of the caller's own at the top. */
export function twoKib(firstLine: string): string {
  return `${firstLine}\n${LINE.repeat(32)}`.slice(0, 2_048);
}
