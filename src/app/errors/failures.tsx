import { onDemand } from '../onDemand.tsx'

// Most readers never see one: their words are fetched when something fails, or once the page rests.
export const Failure = onDemand(async () => (await import('./Failure.tsx')).Failure)
export const ReadBefore = onDemand(async () => (await import('./Failure.tsx')).ReadBefore)
export const NotRenewed = onDemand(async () => (await import('./Failure.tsx')).NotRenewed)
