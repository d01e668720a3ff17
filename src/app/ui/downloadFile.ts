// Long enough for the download to begin. Until then the file stays in memory.
const REVOKE_AFTER_MS = 60_000

/** Downloads a file that was made in the browser. */
export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}
