import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Goes to an address of `paths`. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return (href, { replace = false } = {}) => (replace ? router.history.replace(href) : router.history.push(href))
}

/** Goes to where one came from; to `otherwise` when one came from outside. */
export function useBack(otherwise: string): () => void {
  const router = useRouter()
  const can = useCanGoBack()
  return () => (can ? router.history.back() : router.history.replace(otherwise))
}
