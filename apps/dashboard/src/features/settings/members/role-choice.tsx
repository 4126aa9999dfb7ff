import { Select } from "../../../components/field.tsx";
import type { Role } from "../../../lib/people.ts";
import { useRole } from "../../../lib/use-role.ts";
import { ROLES, rolesToGive } from "./roles.ts";

export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const given = rolesToGive(useRole());
  return (
    <Select label="Role" hint={ROLES[role]} value={role} onChange={(event) => onChange(event.target.value as Role)}>
      {(given.includes(role) ? given : [role, ...given]).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  );
}
