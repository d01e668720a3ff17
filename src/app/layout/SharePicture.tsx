import { Share } from 'lucide-react'
import { useAppContext } from '../appContext.ts'
import { previewPath } from '../links.ts'
import { useTheme } from '../theme.ts'
import { copyText } from '../ui/Id.tsx'
import { toast } from '../ui/toast.tsx'
import { useIsOffline } from '../ui/useIsOffline.ts'

type Props = {
  /** The path of the page, with its query. */
  path: string
  title: string
}

/**
 * Gives the picture of a page, in the theme of the page, and its link to the system's share sheet; where there is none,
 * it saves the picture and copies the link. The static build has no pictures.
 */
export function SharePicture({ path, title }: Props) {
  const { baseUrl } = useAppContext()
  const isOffline = useIsOffline()
  const chosen = useTheme()
  if (baseUrl !== '' || isOffline) return null

  async function share() {
    toast('Drawing the picture')
    try {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      const theme = chosen ?? (isDark ? 'dark' : 'light')
      const picture = previewPath(path)
      const response = await fetch(`${picture}${picture.includes('?') ? '&' : '?'}theme=${theme}`)
      if (!response.ok) throw new Error(`The picture was answered with ${response.status}.`)
      await give(await response.blob())
    } catch (error) {
      // The reader closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast('The picture could not be drawn', 'Try again in a moment')
    }
  }

  async function give(picture: Blob): Promise<void> {
    const url = location.href
    const files = [new File([picture], `${fileName(title)}.png`, { type: 'image/png' })]
    if (navigator.canShare?.({ files })) {
      await navigator.share({ files, title, url })
      return
    }
    save(files)
    await copyText(url, 'Picture saved, and its link')
  }

  return (
    <button
      type="button"
      aria-label="Share picture"
      title="Share picture"
      className="button icon-button xl:px-3 xl:text-ink"
      onClick={() => void share()}
    >
      <Share size={16} aria-hidden="true" />
      <span className="max-xl:hidden">Share picture</span>
    </button>
  )
}

function save([file]: File[]): void {
  if (file === undefined) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'cairn'
}
