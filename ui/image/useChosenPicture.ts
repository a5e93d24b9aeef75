import { useRef, useState } from 'react'
import type { Placement } from '../crop/placement.ts'
import { openDialog } from '../dialogs.ts'
import { t } from '../texts.ts'
import { openPicture, writeFullPicture } from './picture-file.ts'

/** The picture to upload, with its original for cropping again. */
interface ChosenPicture {
  file: File
  original: File
  placement: Placement | undefined
}

export interface PictureChoiceOptions {
  shape: 'disc' | 'card'
  limit: number
  tooBig: string
  accept: string
  wrongType: string
  /** Called with the picture to upload; with null when it was removed. */
  onChoose: (file: File | null) => void
  onRefuse: (sentence: string | undefined) => void
}

/** Aspect ratio of the crop: 3:2 for cards, 1:1 for discs. */
const aspects = { disc: 1, card: 1.5 }

/** File types that the server reads. Other types that the browser can show are converted to PNG. */
const sendableTypePattern = /^image\/(jpeg|png|webp|gif|avif|tiff)$/

const acceptsType = (type: string, accept: string) =>
  accept.split(',').some((item) => (item.trim().endsWith('/*') ? type.startsWith(item.trim().slice(0, -1)) : type === item.trim()))

/**
 * Turns a file into a picture to upload: decodes it and lets the user crop it. Refuses files that aren't pictures, and pictures that can't
 * be reduced to the limit.
 */
export function useChosenPicture(options: PictureChoiceOptions) {
  const { shape, limit, tooBig, accept, wrongType, onChoose, onRefuse } = options
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const isCropping = useRef(false)
  const [busy, setBusy] = useState(false)

  const setChosenPicture = (next: ChosenPicture | null) => {
    onRefuse(undefined)
    setChosen(next)
    onChoose(next?.file ?? null)
  }
  const refuse = (sentence: string) => {
    setChosen(null)
    onChoose(null)
    onRefuse(sentence)
  }

  async function crop(original: File, placement: Placement | undefined) {
    const pictureFile = await openPicture(original)
    const isTooBig = original.size > limit
    if (pictureFile === 'too_many_pixels') return refuse(t('image.too_many_pixels'))
    if (pictureFile === 'unreadable') return refuse(isTooBig ? tooBig : wrongType)
    try {
      const aspect = aspects[shape]
      const load = () => import('../crop/CropDialog.tsx').then((module) => module.CropDialog)
      const cropped = await openDialog(load, { picture: pictureFile, aspect, shape, limit, isTooBig, tooBig, initialPlacement: placement })
      if (!cropped) return
      if (cropped !== 'as_it_is') return setChosenPicture({ file: cropped.file, original, placement: cropped.placement })
      if (isTooBig) return refuse(tooBig)
      const isSent = sendableTypePattern.test(original.type) && acceptsType(original.type, accept)
      const file = isSent ? original : await writeFullPicture(pictureFile, limit)
      if (file) setChosenPicture({ file, original, placement: undefined })
      else refuse(tooBig)
    } finally {
      pictureFile.close()
    }
  }

  /** Handles one file at a time: ignores files that arrive while another is cropped. */
  async function runExclusively(work: () => Promise<void>) {
    if (isCropping.current) return
    isCropping.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isCropping.current = false
      setBusy(false)
    }
  }

  return {
    chosen: chosen?.file ?? null,
    busy,
    /** @param isConverted true if any type is accepted, because only the pixels are used */
    offer: (original: File, { isConverted = false } = {}) =>
      runExclusively(async () => {
        if (!isConverted && !(original.type && acceptsType(original.type, accept))) refuse(wrongType)
        else await crop(original, undefined)
      }),
    reopenCrop: () =>
      runExclusively(async () => {
        if (chosen) await crop(chosen.original, chosen.placement)
      }),
    clear: () => setChosenPicture(null),
  }
}
