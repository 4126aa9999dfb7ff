import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, UserRound } from "lucide-react";
import { IconButton } from "../../components/button.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { useToast } from "../../components/toast.tsx";
import { askPeople, sessionQuery } from "../../lib/people.ts";

/** Who one is, and the way out. */
export function AccountMenu() {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const signOut = useMutation({
    mutationFn: () => askPeople("/auth/sign-out", {}),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/sign-in", search: {} });
    },
    onError: (error) => toast({ text: error.message }),
  });
  return (
    <Menu
      label="Account"
      trigger={
        <IconButton label="Account">
          <UserRound />
        </IconButton>
      }
    >
      <p className="px-2 py-1 text-muted">
        {session?.user.name}
        <br />
        {session?.user.email}
      </p>
      <MenuItem onSelect={() => signOut.mutate()}>
        <LogOut aria-hidden="true" />
        Sign out
      </MenuItem>
    </Menu>
  );
}
