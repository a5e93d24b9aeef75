import { createSubjects } from '#kit/server/subjects.ts'
import { accountsSubjects } from '#features/accounts/server/subjects.ts'
import { curationSubjects } from '#features/curation/server/subjects.ts'
import { televisionSubjects } from '#features/television/server/subjects.ts'

/** Everything that calls name by type and id: each feature adds its types. */
export const subjects = createSubjects({ ...accountsSubjects, ...curationSubjects, ...televisionSubjects })
