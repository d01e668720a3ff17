/** Both pages of activity: nearly all of their code is the same, so it is fetched as one. */
export { BlockPage } from './BlockPage.tsx'
export { TransactionPage } from './TransactionPage.tsx'
