import { curationPlayerRegistration } from '#features/curation/web/player-registration.ts'
import { televisionPlayerRegistration } from '#features/television/web/player-registration.ts'
import { uploadsPlayerRegistration } from '#features/uploads/web/player-registration.ts'
import { watchingPlayerRegistration } from '#features/watching/web/player-registration.ts'
import { register } from '#shell/registry.ts'

// What follows the player comes with its code, for guests too, and costs no page anything before something plays.
register(curationPlayerRegistration)
register(uploadsPlayerRegistration)
register(watchingPlayerRegistration)
register(televisionPlayerRegistration)

export { PlayerOverlay } from '#features/media/web/player/PlayerOverlay.tsx'
