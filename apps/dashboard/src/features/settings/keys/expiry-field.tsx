import { Select, TextField } from "../../../components/field.tsx";

/** `never`, a number of days, or the end of a day that was chosen. */
export interface Expiry {
  readonly choice: string;
  readonly day: string;
}

export const NEVER: Expiry = { choice: "never", day: "" };

const CHOICES = [
  ["never", "Never"],
  ["1", "In a day"],
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["day", "On a day…"],
] as const;

const DAY_MS = 86_400_000;

interface ExpiryFieldProps {
  readonly expiry: Expiry;
  readonly onChange: (expiry: Expiry) => void;
  readonly error: string | undefined;
}

export function ExpiryField({ expiry, onChange, error }: ExpiryFieldProps) {
  const isDay = expiry.choice === "day";
  return (
    <>
      <Select
        label="Expires"
        value={expiry.choice}
        onChange={(event) => onChange({ ...expiry, choice: event.target.value })}
        error={isDay ? undefined : error}
      >
        {CHOICES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {isDay && (
        <TextField
          label="The last day it works"
          type="date"
          value={expiry.day}
          onChange={(event) => onChange({ ...expiry, day: event.target.value })}
          error={error}
          required
        />
      )}
    </>
  );
}

/** The instant that is meant; null for never. A day ends in the time zone of whoever chose it. */
export function expiresAt({ choice, day }: Expiry, nowMs: number): string | null {
  if (choice === "never") return null;
  if (choice !== "day") return new Date(nowMs + Number(choice) * DAY_MS).toISOString();
  return new Date(`${day}T23:59:59`).toISOString();
}
