import * as z from 'zod/mini'
import pictures from './assets/pictures.json' with { type: 'json' }

type PictureName = keyof typeof pictures

/** The name of a demonstration picture. */
export const pictureName = z.enum(Object.keys(pictures) as [PictureName])

/** Returns the id of a picture; null for no name. */
export const findPictureId = (name: PictureName | undefined): string | null => (name === undefined ? null : pictures[name])
