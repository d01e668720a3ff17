/** Builds the explorer and the service unless the last complete build is newer than every source. */
export function buildIfStale(): void
