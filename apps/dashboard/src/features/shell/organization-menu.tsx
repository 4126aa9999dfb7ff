import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { useToast } from "../../components/toast.tsx";
import { activeOrganizationQuery, askPeople, organizationsQuery } from "../../lib/people.ts";

/** Which organization is looked at. Another one is another world: everything that is kept of this one is dropped. */
export function OrganizationMenu() {
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const { data: active } = useQuery(activeOrganizationQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (organizationId: string) => askPeople("/auth/organization/set-active", { organizationId }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/" });
    },
    onError: (error) => toast({ text: error.message }),
  });
  const name = active?.name ?? "No organization";
  if (organizations.length < 2) return <span className="truncate font-medium">{name}</span>;
  return (
    <Menu
      label="Organizations"
      trigger={
        <Button kind="quiet" className="min-w-0" isBusy={change.isPending}>
          <span className="truncate text-ink">{name}</span>
          <ChevronsUpDown aria-hidden="true" />
          <span className="sr-only">, change organization</span>
        </Button>
      }
    >
      {organizations.map(({ id, name: each }) => (
        <MenuItem key={id} onSelect={() => id !== active?.id && change.mutate(id)}>
          <Check className={id === active?.id ? "" : "invisible"} aria-hidden="true" />
          {each}
        </MenuItem>
      ))}
    </Menu>
  );
}
