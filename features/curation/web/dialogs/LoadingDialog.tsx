import { Dialog } from '#ui/Dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'

interface LoadingDialogProps {
  title: string
  /** What did not load, as the heading of the error. */
  failed: string
  error: { message: string } | null
  refetch: () => unknown
}

/** Stands in place of a form until the texts that it edits have loaded whole. */
export const LoadingDialog = ({ title, failed, error, refetch }: LoadingDialogProps) => (
  <Dialog title={title}>
    <Loaded
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
    </Loaded>
  </Dialog>
)
