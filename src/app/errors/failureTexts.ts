import type { RequestErrorKind } from '../../contract/requestError.ts'

type FailureText = { title: string; meaning: string }

/** What a reader sees for each kind of failed request. */
export const FAILURE_TEXTS: Record<RequestErrorKind, FailureText> = {
  'bad-request': {
    title: 'The service refused this request',
    meaning: 'The service does not accept a value in this URL.',
  },
  'contract-not-found': {
    title: 'Contract not found',
    meaning:
      'The service has no contract with this principal. The contract may not be indexed, or the principal may have a typo.',
  },
  'token-not-found': {
    title: 'No token in this contract',
    meaning: 'The contract exists, but the service found no fungible token in it.',
  },
  'not-found': {
    title: 'Not found',
    meaning: 'The service has nothing at this URL. It may not serve this kind of data.',
  },
  'token-error': {
    title: 'This token cannot be read',
    meaning:
      'The contract does not respond as a SIP-010 token should. This is permanent: retrying will not help.',
  },
  'locale-not-found': {
    title: 'No text in this locale',
    meaning: 'The token has no metadata in the requested locale.',
  },
  'metadata-in-progress': {
    title: 'Metadata is still being fetched',
    meaning:
      'The service knows the token and is still fetching its metadata. It will be available soon.',
  },
  'rate-limited': {
    title: 'Too many requests',
    meaning: 'The service limits how many requests you can send. Wait before you try again.',
  },
  unavailable: {
    title: 'The service is unavailable',
    meaning: 'It cannot serve this page right now. Your link is fine.',
  },
  refused: {
    title: 'The service refused this request',
    meaning: 'Any reason that it gave is shown below.',
  },
  offline: {
    title: 'You are offline',
    meaning: 'This device has no connection. Only pages that you have viewed before are available.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    meaning:
      'There was no response. The service may be down, or something may be blocking the connection.',
  },
  timeout: {
    title: 'The service took too long to respond',
    meaning: 'The request timed out. The service may be busy; your link is fine.',
  },
  unreadable: {
    title: 'The response could not be read',
    meaning: 'The response does not match the API contract. It is shown unchanged below.',
  },
  changed: {
    title: 'The list changed',
    meaning: 'Records were added or removed while it was loading.',
  },
}
