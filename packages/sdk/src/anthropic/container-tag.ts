import { StelaError } from "../errors.ts";

/** Which container the tool works in. */
export interface ContainerOptions {
  /** The container, by its name: 1 to 128 of the characters `A-Z a-z 0-9 _ . : @ -`. `claude_memory` when nothing is given. */
  containerTag?: string;
  /** As in Supermemory: the container `sm_project_{projectId}`. */
  projectId?: string;
  /** As in Supermemory: the container of that tag; of several, the one container that their whole list names. */
  containerTags?: readonly string[];
  /** As in Supermemory: sets these memories apart from others of the same project or tags. `claude_memory` by default. */
  memoryContainerTag?: string;
}

const DEFAULT_TAG = "claude_memory";
const PROJECT_PREFIX = "sm_project_";

/**
 * The one container that the options name.
 *
 * 1. `containerTag`, as it is. Together with any of the others it is an error.
 * 2. `projectId` → `sm_project_{projectId}`, or `containerTags`; both together are an error. `memoryContainerTag` is added
 *    unless it is the default. More than one tag are joined by `::`, and a tag that holds `::` or has `:` at an end cannot be
 *    joined, so different lists never name the same container.
 * 3. `memoryContainerTag` alone, or `claude_memory`.
 *
 * An empty option is an error, and so is one that is there but undefined when no other names the container: it would put
 * everybody's memories into one.
 * @throws StelaError
 */
export function containerTagOf(options: ContainerOptions): string {
  const { containerTag, projectId, containerTags, memoryContainerTag } = options;
  const isNamed = containerTag !== undefined || projectId !== undefined || containerTags !== undefined;
  for (const name of ["containerTag", "projectId", "containerTags", "memoryContainerTag"] as const) {
    const value = options[name];
    const isForgotten = value === undefined && Object.hasOwn(options, name) && !isNamed;
    if (isForgotten || value?.length === 0 || value === null)
      throw new StelaError(`${name} must not be undefined or empty`);
  }
  if (containerTag !== undefined) {
    const other = projectId ?? containerTags ?? memoryContainerTag;
    if (other !== undefined)
      throw new StelaError("Pass containerTag alone, without projectId, containerTags or memoryContainerTag");
    return checked(containerTag);
  }
  if (projectId !== undefined && containerTags !== undefined)
    throw new StelaError("Pass projectId or containerTags, not both");
  const scope = projectId === undefined ? (containerTags ?? []) : [PROJECT_PREFIX + projectId];
  if (scope.length === 0) return checked(memoryContainerTag ?? DEFAULT_TAG);
  return joined(
    memoryContainerTag === undefined || memoryContainerTag === DEFAULT_TAG ? scope : [...scope, memoryContainerTag],
  );
}

function joined(tags: readonly string[]): string {
  for (const tag of tags) {
    if (/^:|::|:$/.test(checked(tag)))
      throw new StelaError("A tag that is joined with others must not hold :: or have : at an end");
  }
  return checked(tags.join("::"));
}

function checked(tag: string): string {
  if (typeof tag === "string" && /^[A-Za-z0-9_.:@-]{1,128}$/.test(tag) && tag !== "." && tag !== "..") return tag;
  throw new StelaError("A container's tag must be 1 to 128 of the characters A-Z a-z 0-9 _ . : @ -");
}
