import { Trash2 } from "lucide-react";
import { IconButton } from "../../components/button.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { TextField } from "../../components/field.tsx";
import type { TypedRule } from "./typed-rules.ts";

interface RuleFieldsProps {
  readonly rule: TypedRule;
  /** Which it is, from 1. */
  readonly number: number;
  readonly onChange: (rule: TypedRule) => void;
  readonly onRemove: () => void;
  /** What the API said of one of its members. */
  readonly errorOf: (member: string) => string | undefined;
}

/** One rule of a container's own. */
export function RuleFields({ rule, number, onChange, onRemove, errorOf }: RuleFieldsProps) {
  const set = (changed: Partial<TypedRule>) => onChange({ ...rule, ...changed });
  return (
    <fieldset className="relative flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">Rule {number}</legend>
      <IconButton label={`Remove rule ${number}`} className="absolute -top-1 right-2" onClick={onRemove}>
        <Trash2 />
      </IconButton>
      <div className="grid gap-3 pt-4 sm:grid-cols-2">
        <TextField
          label="Id"
          hint="Shown where it finds something: [redacted:id]."
          value={rule.id}
          onChange={(event) => set({ id: event.target.value })}
          error={errorOf("id")}
          className="font-mono"
          spellCheck={false}
          required
        />
        <TextField
          label="Name (optional)"
          hint="What people call it."
          value={rule.name}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf("name")}
          dir="auto"
        />
      </div>
      <TextField
        label="Pattern"
        hint="A regular expression, without back references and look-around."
        value={rule.pattern}
        onChange={(event) => set({ pattern: event.target.value })}
        error={errorOf("pattern")}
        className="font-mono"
        spellCheck={false}
        required
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Keywords (optional)"
          hint="One has to stand in the text; with commas between."
          value={rule.keywords}
          onChange={(event) => set({ keywords: event.target.value })}
          error={errorOf("keywords")}
          dir="auto"
        />
        <TextField
          label="Entropy, at least (optional)"
          hint="Bits a character, 0 to 8: lets ordinary words pass."
          inputMode="decimal"
          value={rule.entropy}
          onChange={(event) => set({ entropy: event.target.value })}
          error={errorOf("entropy")}
        />
      </div>
      <Checkbox
        label="Capital and small letters are alike"
        checked={rule.ignoresCase}
        onChange={(event) => set({ ignoresCase: event.target.checked })}
      />
    </fieldset>
  );
}
