import { queryOptions } from "@tanstack/react-query";
import { askPeople } from "../../../lib/people.ts";

/** The links of the invitations that wait, by the invitation's id. Owners and admins may ask. */
export const invitationLinksQuery = queryOptions({
  queryKey: ["settings", "invitation-links"],
  queryFn: async () => {
    const { links } = await askPeople<{ links: { id: string; url: string }[] }>("/invitation-links");
    return Object.fromEntries(links.map(({ id, url }) => [id, url]));
  },
});
