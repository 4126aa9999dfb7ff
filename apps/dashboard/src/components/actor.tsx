import { useQuery } from "@tanstack/react-query";
import { Bot, Cog, KeyRound, UserRound } from "lucide-react";
import { activeOrganizationQuery } from "../lib/people.ts";

const ICONS = { person: UserRound, key: KeyRound, token: Bot, system: Cog } as const;

/** Who did something: a person by name, a key or token by the end of its id. The whole actor is where one points. */
export function Actor({ actor }: { actor: string }) {
  const { data: organization } = useQuery(activeOrganizationQuery);
  const colon = actor.indexOf(":");
  const kind = actor.slice(0, colon);
  const id = actor.slice(colon + 1);
  const Icon = kind in ICONS ? ICONS[kind as keyof typeof ICONS] : Cog;
  const name = kind === "person" ? organization?.members.find(({ userId }) => userId === id)?.user.name : undefined;
  return (
    <span title={actor} className="inline-flex min-w-0 items-center gap-1">
      <Icon className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
      <span className="truncate">{name ?? (kind === "system" ? id : `${kind} …${id.slice(-6)}`)}</span>
    </span>
  );
}
