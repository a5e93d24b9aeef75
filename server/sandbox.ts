import { serveTasks } from '#kit/server/sandbox/child.ts'
import { detectTypeTask } from '#kit/server/sandbox/detect-type.ts'
import { encodePictureTask } from '#features/media/server/tasks.ts'
import { drawCardTask } from '#features/sharing/server/card-task.ts'
import { readGuideTask, readListTask } from '#features/tv-sources/server/read-tasks.ts'
import { captionsTask } from '#features/uploads/server/tasks.ts'
import { importPicturesTask, importTask } from '#features/data-rights/server/import-task.ts'
import { remuxTask } from '#features/uploads/server/tasks.ts'
import { drawReceiptTask } from '#features/wallet/server/receipt-task.ts'
import { readBodyTask, readOEmbedTask } from '#features/media/server/tasks.ts'

// The program of the sandbox's child processes: the tasks of all features, loaded on demand.
serveTasks([
  readBodyTask,
  captionsTask,
  detectTypeTask,
  drawCardTask,
  drawReceiptTask,
  encodePictureTask,
  importPicturesTask,
  importTask,
  readOEmbedTask,
  readGuideTask,
  readListTask,
  remuxTask,
])
