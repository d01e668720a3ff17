import type { RequestErrorKind } from '../../contract/requestError.ts'

type FailureText = { title: string; meaning: string }

/** What a reader sees for each kind of failed request: what happened, then what to do. */
export const FAILURE_TEXTS: Record<RequestErrorKind, FailureText> = {
  'bad-request': {
    title: 'A part of this link is not accepted',
    meaning: 'Remove the filter, or search for what you need.',
  },
  'contract-not-found': {
    title: 'Contract not found',
    meaning: 'No contract with this name is known here. Check it for typing mistakes.',
  },
  'token-not-found': {
    title: 'No token in this contract',
    meaning: 'The contract exists, but it has no fungible token.',
  },
  'not-found': {
    title: 'Not found',
    meaning: 'Nothing is known here by this name. Check it, or search for it.',
  },
  'token-error': {
    title: 'This token cannot be read',
    meaning: 'The contract does not answer as a SIP-010 token should. That will not change.',
  },
  'locale-not-found': {
    title: 'Not available in this language',
    meaning: 'The token has no metadata in it. The default language is available.',
  },
  'metadata-in-progress': {
    title: 'Metadata is still being fetched',
    meaning: 'The token is known; its metadata will be here soon.',
  },
  'rate-limited': {
    title: 'Too many requests from this network',
    meaning: 'What you see stays. The page is tried again by itself.',
  },
  unavailable: {
    title: 'The data cannot be read right now',
    meaning: 'This usually passes within a moment.',
  },
  refused: { title: 'The request was refused', meaning: 'Try again later.' },
  offline: {
    title: 'You are offline',
    meaning: 'Pages that you have visited still open. This one loads when you are online.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    meaning: 'It may be down, or something blocks the connection.',
  },
  timeout: {
    title: 'The service took too long to respond',
    meaning: 'It may be busy. Try again in a moment.',
  },
  unreadable: {
    title: 'The response could not be understood',
    meaning: 'It is shown unchanged below.',
  },
}
