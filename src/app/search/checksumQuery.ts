import { queryOptions } from '@tanstack/react-query'

/** Whether the checksum of a Stacks address is right. Its code loads when it is needed. */
export function checksumQuery(address: string) {
  return queryOptions({
    queryKey: ['checksum', address],
    queryFn: async () => {
      const { isStacksAddress } = await import('./stacksAddress.ts')
      return isStacksAddress(address)
    },
  })
}
