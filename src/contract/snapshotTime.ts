/** The time of the newest record in the bundled snapshot, in Unix milliseconds. */
export const SNAPSHOT_TIME = 1_778_535_158_000
