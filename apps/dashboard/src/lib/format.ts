const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const NUMBER = new Intl.NumberFormat("en");
const MOMENT = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const ABSOLUTE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `3 minutes ago`, as of `nowMs`. */
export function relativeTime(instant: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(instant) - nowMs) / 1_000);
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), unit);
  return "just now";
}

/** In the time zone of whoever looks. */
export function absoluteTime(instant: string): string {
  return ABSOLUTE.format(new Date(instant));
}

/** The same without its year, of one width whatever it is. */
export function moment(instant: string): string {
  return MOMENT.format(new Date(instant));
}

export function number(value: number): string {
  return NUMBER.format(value);
}

/** `1.4 KiB`, in powers of 1,024. */
export function bytes(count: number): string {
  if (count < 1_024) return `${count} B`;
  let value = count;
  let unit = "B";
  for (const next of ["KiB", "MiB", "GiB", "TiB"]) {
    if (value < 1_024) break;
    value /= 1_024;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** `1 document`, `2 documents`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}
