import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest compared to their size, longest first. In a new clone, Vitest knows no durations and starts with large files. A
 * long file that starts last would keep one worker busy after the others are done.
 */
const longFiles: readonly string[] = [
  'kit/server/postgres/cluster.test.ts',
  'test/lifecycle.test.ts',
  'test/failed-starts.test.ts',
  'test/killed-search-index.test.ts',
  'test/killed-import.test.ts',
  'features/notifications/server/notify-followers.test.ts',
  'test/upgrade.test.ts',
  'features/social/server/suggestions-volume.test.ts',
  'features/data-rights/server/strangers.test.ts',
  'features/data-rights/server/exports.test.ts',
  'test/operations.test.ts',
  'test/killed-pictures.test.ts',
  'features/uploads/server/s3-instances.test.ts',
  'features/notifications/server/events.test.ts',
  'test/behind-nginx.test.ts',
  'test/e2e/layout-shift.e2e.ts',
  'test/e2e/screens.e2e.ts',
  'test/e2e/operator-walk.e2e.ts',
  'test/e2e/reach.e2e.ts',
  'test/e2e/operator-planted.e2e.ts',
  'test/e2e/already-on.e2e.ts',
  'test/e2e/programme-changes.e2e.ts',
]

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return rank < 0 ? longFiles.length : rank
}

/** Sorts the files of a run: first {@link longFiles}, then the others as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
