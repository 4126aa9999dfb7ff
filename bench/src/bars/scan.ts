import { scanForSecrets } from "@stela/core/secrets/scan";
import { createProse } from "../data-sets/prose.ts";
import type { Bar } from "./bar.ts";

const MIB = 1_024 * 1_024;

/** The scanner by itself, on documents like those of the search, one after another. */
export const scan = (): Bar => {
  const texts: string[] = [];
  let bytes = 0;
  return {
    name: "scan",
    async prepare({ scale }) {
      const prose = createProse(7);
      while (bytes < scale.scanBytes) {
        const text = prose.document();
        texts.push(text);
        bytes += Buffer.byteLength(text);
      }
    },
    async measure() {
      const before = process.cpuUsage();
      const findings = texts.reduce((count, text) => count + scanForSecrets(text).length, 0);
      const { user, system } = process.cpuUsage(before);
      const seconds = (user + system) / 1_000_000;
      if (findings > 0) throw new Error("The scan found a secret in clean text.");
      return [
        {
          title: "secret scan of clean text, by time of CPU",
          unit: "MiB/s",
          value: bytes / MIB / seconds,
          target: { atLeast: 20 },
        },
      ];
    },
  };
};
