import { Client } from "pg";

/** A session of the superuser in one organization, for what no call of the API does. */
export async function withOwner<T>(
  ownerUrl: string,
  organizationId: string,
  work: (owner: Client) => Promise<T>,
): Promise<T> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("select set_config('app.org_id', $1, false)", [organizationId]);
    return await work(owner);
  } finally {
    await owner.end();
  }
}
