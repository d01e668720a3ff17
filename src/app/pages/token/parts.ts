// The parts of a token's page below its supply, as one piece of code that comes after the first paint.
export { Attributes } from './Attributes.tsx'
export { MetadataFacts, Properties } from './MetadataFacts.tsx'
export { TokenFacts } from './TokenFacts.tsx'
export { WhereItSays } from './WhereItSays.tsx'
