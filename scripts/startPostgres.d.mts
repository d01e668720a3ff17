/** Starts a PostgreSQL of its own; `url` is the address of one of its databases, as its superuser. */
export function startPostgres(): Promise<{
  url(database: string): string
  stop(): Promise<void>
}>
