import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { TextField } from "../../../components/field.tsx";
import { Card, Section } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { useToast } from "../../../components/toast.tsx";
import { activeOrganizationQuery, askPeople, type Person, sessionQuery } from "../../../lib/people.ts";

export function ChangeName({ person }: { person: Person }) {
  const [name, setName] = useState(person.name);
  const queryClient = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: () => askPeople("/auth/update-user", { name: name.trim() }),
    onSuccess: async () => {
      toast({ text: "Changed your name." });
      await queryClient.invalidateQueries(sessionQuery);
      await queryClient.invalidateQueries(activeOrganizationQuery);
    },
  });
  return (
    <Section title="You">
      <Card className="p-4">
        <form
          className="flex max-w-sm flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        >
          <TextField
            label="Name"
            hint={`You sign in as ${person.email}.`}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="name"
            dir="auto"
            maxLength={128}
            required
          />
          <Refusal error={change.error} />
          <Button
            kind="primary"
            type="submit"
            disabled={name.trim() === person.name || name.trim() === ""}
            isBusy={change.isPending}
            className="self-start"
          >
            Save the name
          </Button>
        </form>
      </Card>
    </Section>
  );
}
