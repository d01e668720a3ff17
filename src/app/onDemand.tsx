import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from './ui/Skeleton.tsx'

const preloads: (() => Promise<void>)[] = []

/**
 * A component whose code is fetched when it is first shown. Once `preload` has resolved it renders at
 * once, as a rendered page needs it; `lazy` alone would always wait a moment.
 * @param meanwhile what stands in its place until then.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = <Skeleton lines={2} label="Loading" />,
) {
  let loaded: ComponentType<Props> | undefined
  const Lazy = lazy(async () => ({ default: await load() }))

  function OnDemand(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }

  async function preload() {
    loaded ??= await load()
  }

  preloads.push(preload)
  return Object.assign(OnDemand, { preload })
}

/**
 * Fetches all that would be fetched on demand, and what that would fetch in turn.
 * @param pause what to wait for before each.
 */
export async function preloadAll(pause?: () => Promise<void>): Promise<void> {
  async function load(preload: () => Promise<void>) {
    await pause?.()
    await preload()
  }
  for (let done = 0; done < preloads.length; ) {
    const next = preloads.slice(done)
    done = preloads.length
    await Promise.all(next.map(load))
  }
}
