import { onDemand } from './onDemand.tsx'

// Few readers open it, and those below the page's own content.
export const RawAnswer = onDemand(async () => (await import('./RawAnswer.tsx')).RawAnswer)
