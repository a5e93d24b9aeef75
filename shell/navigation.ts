import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'

/** Goes to an address of `paths`. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return (href, { replace = false } = {}) => (replace ? router.history.replace(href) : router.history.push(href))
}

/** The path of the screen one is on, without the language: `/`, `/my-playlists`. */
export const useHere = (): string => useRouterState({ select: ({ location }) => location.pathname.replace(/(.)\/$/, '$1') })

/** Goes to where one came from; to `otherwise` when one came from outside. */
export function useBack(otherwise: string): () => void {
  const router = useRouter()
  const can = useCanGoBack()
  return () => (can ? router.history.back() : router.history.replace(otherwise))
}

/** Goes to `href` by way of `behind`: that is where "back" leads. */
export function useGoThrough(): (behind: string, href: string) => void {
  const { history } = useRouter()
  return (behind, href) => {
    // What is pushed in one go counts as one step, so the first is carried out before the second; nobody is asked about it.
    history.push(behind, undefined, { ignoreBlocker: true })
    history.flush()
    history.push(href, undefined, { ignoreBlocker: true })
  }
}
