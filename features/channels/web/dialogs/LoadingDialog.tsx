import { Dialog } from '#ui/Dialog.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'

interface LoadingDialogProps {
  title: string
  /** Heading of the error. */
  failed: string
  error: { message: string } | null
  refetch: () => unknown
}

/** Shown instead of a form until its full texts have loaded. */
export const LoadingDialog = ({ title, failed, error, refetch }: LoadingDialogProps) => (
  <Dialog title={title}>
    <LoadedContent
      read={{ data: undefined, error, refetch }}
      skeleton={
        <Skeleton label={title}>
          {[60, 100, 80].map((width) => (
            <SkeletonBlock key={width} width={`${width}%`} />
          ))}
        </Skeleton>
      }
      failed={failed}
    >
      {() => null}
    </LoadedContent>
  </Dialog>
)
