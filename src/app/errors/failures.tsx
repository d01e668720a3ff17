// Part of the page: when they are needed, nothing more may load.
export { Failure, NotRenewed, ReadBefore } from './Failure.tsx'
