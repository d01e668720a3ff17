import { ENDPOINTS } from '../../contract/endpoints.ts'
import type { Routes } from '../http/createRoutes.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { readAbout } from '../queries/about.ts'
import type { Service } from '../service.ts'

/** Answered by the serving thread, which knows more of its own follower than the database says. */
export function aboutRoute(routes: Routes, service: Service): void {
  routes.get(ENDPOINTS.about, async () => {
    const state = await service.chain.readNow()
    service.cache.expectNewest({ tip: state.tip?.writes })
    const about = await readAbout(service, state)
    // Without tags while the first pass moves on.
    return jsonResponse(about, ...(state.isReadable ? TAGS : []))
  })
}

const TAGS = ['tip', 'tokens', 'follower'] as const
