import { CarouselPlaceholder } from '#ui/Skeleton.tsx'
import { pagesContract } from '../../contract.ts'
import { PublicHomeWelcome } from './PublicHomeWelcome.tsx'
import { useWelcome } from './useWelcome.ts'

/** The introduction of the public home for guests, until hidden. */
export function Introduction() {
  const { page, isComing, hide } = useWelcome('globe', pagesContract.globe)
  return isComing ? <CarouselPlaceholder /> : page && <PublicHomeWelcome page={page} onHide={hide} />
}
