import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Follows the links to our own pages without loading them anew. One listener for all: a table of
 * hundreds of links that each knew the router would be slow to draw and slow to leave.
 */
export function FollowLinks() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // Links are followed by the document, outside React.
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (link === null || event.defaultPrevented || event.button !== 0 || isModified) return
      if (
        link.target !== '' ||
        link.origin !== location.origin ||
        !link.pathname.match(/^\/(token|tx|block|search|api|device|$)/)
      )
        return
      const isHere = link.pathname === pathname && link.search === search
      // A place on this page is for the browser to go to.
      if (isHere && link.hash !== '') return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash, {
        replace: isHere,
        preventScrollReset: link.pathname === pathname,
      })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, pathname, search])
  return null
}
