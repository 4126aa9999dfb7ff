import { TextField } from "../../components/field.tsx";

interface QuotaFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Digits, or nothing for no limit. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** A whole number that may be left out. */
export function QuotaField({ onChange, ...rest }: QuotaFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      pattern="\s*-?[0-9][0-9\s,_]*"
      title="A whole number"
      maxLength={24}
      placeholder="no limit"
      onChange={(event) => onChange(event.target.value)}
      className="tabular-nums"
    />
  );
}

/** What was typed, as the API takes it: null for nothing. The browser sends no form in which it is no number. */
export function quotaOf(typed: string): number | null {
  const digits = typed.replaceAll(/[\s,_]/g, "");
  return digits === "" ? null : Number(digits);
}

export function typedQuota(quota: number | null): string {
  return quota === null ? "" : String(quota);
}
