import type { Route } from "../route.ts";

/** What stands at a path: the routes by method, and what the request put in the place of the path's parameters. */
export interface FoundPath {
  /** As in OpenAPI. */
  readonly path: string;
  readonly routes: ReadonlyMap<string, Route>;
  readonly params: Readonly<Record<string, string>>;
}

/** A step of the paths that begin alike. */
interface Step {
  readonly fixed: Map<string, Step>;
  /** Where any text may stand. */
  parameter: Step | null;
  /** The paths that end here. */
  end: { readonly path: string; readonly names: readonly string[]; readonly routes: Map<string, Route> } | null;
}

const PARAMETER = /^\{(\w+)\}$/;

/**
 * Finds what stands at a path, in time that does not grow with the table. A fixed segment is preferred to a parameter, wherever the table has them;
 * a parameter is never empty. Hono's routers either cannot tell the two apart, or ask every route at each request.
 */
export function routeFinder(table: readonly Route[]): (path: string) => FoundPath | null {
  const root = newStep();
  for (const route of table) add(root, route);
  return (path) => find(root, path.split("/"), 1, []);
}

function add(root: Step, route: Route): void {
  let step = root;
  const names: string[] = [];
  for (const segment of route.path.split("/").slice(1)) {
    const name = PARAMETER.exec(segment)?.[1];
    if (name !== undefined) names.push(name);
    const next: Step = (name === undefined ? step.fixed.get(segment) : step.parameter) ?? newStep();
    if (name === undefined) step.fixed.set(segment, next);
    else step.parameter = next;
    step = next;
  }
  step.end ??= { path: route.path, names, routes: new Map() };
  step.end.routes.set(route.method, route);
}

function find(step: Step, segments: readonly string[], at: number, values: readonly string[]): FoundPath | null {
  const segment = segments[at];
  if (segment === undefined) return ended(step, values);
  const next = step.fixed.get(segment);
  const found = next === undefined ? null : find(next, segments, at + 1, values);
  if (found !== null || step.parameter === null || segment === "") return found;
  return find(step.parameter, segments, at + 1, [...values, segment]);
}

function ended({ end }: Step, values: readonly string[]): FoundPath | null {
  if (end === null) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of end.names.entries()) {
    const value = values[index] ?? "";
    params[name] = value.includes("%") ? decodeURIComponent(value) : value;
  }
  return { path: end.path, routes: end.routes, params };
}

function newStep(): Step {
  return { fixed: new Map(), parameter: null, end: null };
}
