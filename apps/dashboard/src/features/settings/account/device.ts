const BROWSERS = [
  [/edg\//i, "Edge"],
  [/opr\//i, "Opera"],
  [/firefox\//i, "Firefox"],
  [/chrom(e|ium)\//i, "Chrome"],
  [/safari\//i, "Safari"],
] as const;
const SYSTEMS = [
  [/iphone|ipad/i, "iOS"],
  [/android/i, "Android"],
  [/windows/i, "Windows"],
  [/mac os/i, "macOS"],
  [/cros/i, "ChromeOS"],
  [/linux/i, "Linux"],
] as const;

/** `Firefox on Windows`: enough to tell one's own sessions apart. Browsers name each other, so the order matters. */
export function deviceOf(userAgent: string | null): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? "Another program";
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
