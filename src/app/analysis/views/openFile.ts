declare global {
  // Not every browser can write to a file that its reader chose, and TypeScript knows nothing of it.
  var showSaveFilePicker:
    | ((options: { suggestedName: string }) => Promise<FileSystemFileHandle>)
    | undefined
}

/** A file that is being written: all of it appears at once when it is closed, nothing if given up. */
export type OpenFile = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  giveUp: () => Promise<void>
}

type Named = { name: string; mediaType: string; size: 'large' | 'small' }

/**
 * Opens a file on the reader's device: a large one where they choose, straight to the disk, if the
 * browser can; any other is made in memory and downloaded. Undefined if they chose to have none.
 */
export async function openFile({ name, mediaType, size }: Named): Promise<OpenFile | undefined> {
  const choose = globalThis.showSaveFilePicker
  if (size === 'small' || choose === undefined) return openDownload(name, mediaType)
  const askedAt = performance.now()
  try {
    return await openOnDisk(await choose({ suggestedName: name }))
  } catch (error) {
    const isNo = error instanceof DOMException && error.name === 'AbortError'
    if (isNo && performance.now() - askedAt > FASTEST_NO) return
    return openDownload(name, mediaType) // A frame or a policy may forbid choosing.
  }
}

// Browsers that can show no dialog (embedded, remote-controlled) answer as a reader who wants no file
// does, but sooner than anybody could.
const FASTEST_NO = 250

async function openOnDisk(file: FileSystemFileHandle): Promise<OpenFile> {
  const stream = await file.createWritable()
  return {
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    giveUp: () => stream.abort(),
  }
}

function openDownload(name: string, type: string): OpenFile {
  let parts: Blob[] = []
  return {
    async write(bytes) {
      // To copy all bytes at the end would hold the page up.
      parts.push(new Blob([bytes]))
    },
    async close() {
      download(new Blob(parts, { type }), name)
    },
    async giveUp() {
      parts = []
    },
  }
}

// Long enough for any browser to have begun; the file would stay in memory as long as the page.
const BEGUN = 60_000

function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), BEGUN)
}
