import { getRouteApi, Link } from "@tanstack/react-router";
import { ListFilter, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { absoluteTime } from "../../lib/format.ts";
import type { AuditSearch } from "../../routes/audit.tsx";
import { ACTIONS, FILTERS } from "./filters.ts";

const route = getRouteApi("/signed-in/audit");

/** What is filtered by, each filter to be taken away, and a form to set them. */
export function AuditFilters() {
  const search = route.useSearch();
  const [isOpen, setIsOpen] = useState(false);
  const formId = useId();
  const active = FILTERS.filter(([name]) => search[name] !== undefined);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isOpen} aria-controls={formId} onClick={() => setIsOpen(!isOpen)}>
          <ListFilter aria-hidden="true" /> Filter
        </Button>
        {active.map(([name, label]) => (
          <Link
            key={name}
            from="/audit"
            to="/audit"
            search={({ [name]: _, event: __, ...rest }) => rest}
            aria-label={`Take away the filter ${label} ${shown(name, search)}`}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2 text-accent hover:underline"
          >
            <span className="shrink-0">{label}:</span>
            <span dir="auto" className="truncate font-medium">
              {shown(name, search)}
            </span>
            <X className="size-3.5 shrink-0" aria-hidden="true" />
          </Link>
        ))}
        {active.length > 1 && (
          <Link
            from="/audit"
            to="/audit"
            search={({ follow }) => ({ ...(follow && { follow }) })}
            className="text-accent underline"
          >
            Take all away
          </Link>
        )}
      </div>
      <div id={formId} hidden={!isOpen}>
        {isOpen && <FilterForm key={JSON.stringify(search)} search={search} />}
      </div>
    </div>
  );
}

function FilterForm({ search }: { search: AuditSearch }) {
  const navigate = route.useNavigate();
  const actions = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const given = FILTERS.flatMap(([name]) => {
      const value = String(fields.get(name) ?? "").trim();
      if (value === "") return [];
      return [[name, name === "from" || name === "to" ? new Date(value).toISOString() : value] as const];
    });
    void navigate({ search: ({ follow }) => ({ ...(follow && { follow }), ...Object.fromEntries(given) }) });
  };
  return (
    <form
      aria-label="Filter events"
      onSubmit={submit}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <TextField label="Actor" name="actor" defaultValue={search.actor} placeholder="key:0197…" />
      <TextField
        label="Action"
        name="action"
        defaultValue={search.action}
        list={actions}
        placeholder="document.update"
      />
      <datalist id={actions}>
        {ACTIONS.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <Select label="Outcome" name="outcome" defaultValue={search.outcome ?? ""}>
        <option value="">any</option>
        <option value="done">done</option>
        <option value="refused">refused</option>
      </Select>
      <TextField label="Container" name="container" defaultValue={search.container} />
      <TextField
        label="Document"
        name="customId"
        defaultValue={search.customId}
        placeholder="/memories/notes.md"
        dir="auto"
      />
      <TextField label="Session" name="session" defaultValue={search.session} />
      <TextField label="From" name="from" type="datetime-local" step={1} defaultValue={localTime(search.from)} />
      <TextField label="Before" name="to" type="datetime-local" step={1} defaultValue={localTime(search.to)} />
      <div className="flex items-end">
        <Button type="submit" kind="primary">
          Show these
        </Button>
      </div>
    </form>
  );
}

function shown(name: keyof AuditSearch, search: AuditSearch): string {
  const value = String(search[name]);
  return name === "from" || name === "to" ? absoluteTime(value) : value;
}

/** An instant as a field for the local time takes it. */
function localTime(instant: string | undefined): string {
  if (instant === undefined) return "";
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
