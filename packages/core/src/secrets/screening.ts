import { type ContainerRules, containerScan } from "./container-rules.ts";
import { type Finding, scanForSecrets } from "./scan.ts";

/** How text is scanned: by the built-in rules, until the database has told of a container's own, or of what is harmless in it. */
export interface Screening {
  /** The revision of the container's own rules that are in use. */
  readonly screenedWith: string | null;
  scan(text: string): Finding[];
  /** With a container's own rules. Null leaves it as it is. */
  withRules(rules: ContainerRules | null): Screening;
  /** Without what was found to be harmless: the rule and the text of each. */
  without(harmless: readonly HarmlessText[]): Screening;
}

interface HarmlessText {
  readonly rule: string;
  readonly secret: string;
}

export const builtInScreening: Screening = screening(null, (text) => scanForSecrets(text), new Set());

function screening(
  screenedWith: string | null,
  scan: (text: string) => Finding[],
  harmless: ReadonlySet<string>,
): Screening {
  return {
    screenedWith,
    scan(text) {
      const findings = scan(text);
      if (harmless.size === 0) return findings;
      return findings.filter(({ rule, start, end }) => !harmless.has(nameOf({ rule, secret: text.slice(start, end) })));
    },
    withRules(rules) {
      return rules === null || rules.revision === screenedWith
        ? this
        : screening(rules.revision, containerScan(rules), harmless);
    },
    without(more) {
      return more.length === 0 ? this : screening(screenedWith, scan, new Set([...harmless, ...more.map(nameOf)]));
    },
  };
}

function nameOf({ rule, secret }: HarmlessText): string {
  return `${rule}\n${secret}`;
}
