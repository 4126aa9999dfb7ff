import { useQuery } from "@tanstack/react-query";
import { Card, Section } from "../../components/page.tsx";
import { Empty, Failed, Loading } from "../../components/states.tsx";
import { count, number } from "../../lib/format.ts";
import { activityQuery } from "./queries.ts";

const HEIGHT = 120;
const DAY_MS = 86_400_000;

/** Writes and deletes by day. What the bars show, a table says to a screen reader. */
export function ActivityChart() {
  const { data, error, refetch, isPending } = useQuery(activityQuery);
  return (
    <Section title="Changes in the last 30 days">
      {isPending && <Loading lines={4} />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data !== undefined && <Bars {...data} />}
    </Section>
  );
}

interface Day {
  readonly day?: string | undefined;
  readonly writes: number;
  readonly deletes: number;
}

function Bars({ from, to, rows }: { from: string; to: string; rows: readonly Day[] }) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = daysBetween(from, to).map((day) => ({
    day,
    writes: byDay.get(day)?.writes ?? 0,
    deletes: byDay.get(day)?.deletes ?? 0,
  }));
  const most = Math.max(...days.map(({ writes, deletes }) => writes + deletes));
  if (most === 0) return <Empty title="Nothing was written yet">The first write of an agent shows up here.</Empty>;
  const width = 100 / days.length;
  return (
    <Card className="px-4 pt-3 pb-2">
      <div className="flex justify-between text-xs text-muted">
        <span>{count(most, "change")} at most in a day</span>
        <span className="flex gap-3">
          <span className="flex items-center gap-1">
            <i className="size-2.5 rounded-sm bg-accent" aria-hidden="true" /> written
          </span>
          <span className="flex items-center gap-1">
            <i className="size-2.5 rounded-sm bg-danger" aria-hidden="true" /> deleted
          </span>
        </span>
      </div>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" className="mt-2 h-32 w-full" aria-hidden="true">
        {days.map(({ day, writes, deletes }, index) => {
          const written = (writes / most) * (HEIGHT - 4);
          const deleted = (deletes / most) * (HEIGHT - 4);
          return (
            <g key={day}>
              <title>{`${day}: ${number(writes)} written, ${number(deletes)} deleted`}</title>
              <rect x={index * width} y="0" width={width} height={HEIGHT} fill="transparent" />
              <rect
                x={index * width + width * 0.15}
                y={HEIGHT - written}
                width={width * 0.7}
                height={written}
                className="fill-accent"
              />
              <rect
                x={index * width + width * 0.15}
                y={HEIGHT - written - deleted}
                width={width * 0.7}
                height={deleted}
                className="fill-danger"
              />
            </g>
          );
        })}
      </svg>
      <div className="flex justify-between text-xs text-muted">
        <span>{from}</span>
        <span>{to}</span>
      </div>
      <table className="sr-only">
        <caption>Changes by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Written</th>
            <th scope="col">Deleted</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, writes, deletes }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{writes}</td>
              <td>{deletes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
