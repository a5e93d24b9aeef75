import { useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '#kit/web/format.ts'
import { Alert } from '../Alert.tsx'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../Dialog.tsx'
import type { CloseProps } from '../dialogs.ts'
import { arrowCounterClockwise } from '../icons.ts'
import { type OpenPicture, writeCrop } from '../image/picture-file.ts'
import { t } from '../texts.ts'
import { CropStage } from './CropStage.tsx'
import {
  type Placement,
  transformAround,
  drawBox,
  clampPlacement,
  boxCenter,
  rotations,
  scales,
  startPlacement,
  stepScale,
} from './placement.ts'
import css from './CropDialog.module.css'

/** The cropped picture with the crop's placement; `as_it_is`: the original picture. */
export type CropResult = { file: File; placement: Placement } | 'as_it_is'

interface CropDialogProps extends CloseProps<CropResult> {
  picture: OpenPicture
  /** Aspect ratio of the crop. */
  aspect: number
  /** Shape of the preview. */
  shape: 'disc' | 'card'
  /** Maximum size of the result in bytes. A larger result is reduced to fewer pixels. */
  limit: number
  /** True if the original file exceeds the limit. */
  isTooBig: boolean
  /** Error if the picture can't be reduced to the limit. */
  tooBig: string
  /** The placement of the previous crop. */
  initialPlacement: Placement | undefined
}

const previewDelayMs = 100
/** Widths of the preview, in px of the screen. */
const previewWidths = { disc: 88, card: 132 }

/** Lets the user crop a picture, by moving, scaling and rotating it under a fixed box. */
export function CropDialog({ picture, aspect, shape, limit, isTooBig, tooBig, initialPlacement, close }: CropDialogProps) {
  const { size } = picture
  const start = startPlacement(size, aspect)
  const [placement, setPlacement] = useState(initialPlacement ?? start)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const place = (next: Placement) => setPlacement(clampPlacement(next, size, aspect))

  const finish = async () => {
    setBusy(true)
    setFailed(undefined)
    const file = await writeCrop(picture, aspect, placement, limit)
    setBusy(false)
    if (file) close({ file, placement })
    else setFailed(tooBig)
  }
  return (
    <Dialog title={t('crop.title')}>
      <div className={css.content}>
        <CropStage address={picture.image.src} picture={size} aspect={aspect} shape={shape} placement={placement} onPlacement={place} />
        <div className={css.settings}>
          <Preview picture={picture} aspect={aspect} shape={shape} placement={placement} />
          <div className={css.sliders}>
            <Slider
              label={t('crop.scale')}
              {...scales}
              value={placement.scale}
              valueText={t('crop.scale_shown', { scale: formatNumber(placement.scale) })}
              onChange={(scale) => place(transformAround(boxCenter, placement, stepScale(scale), placement.rotation))}
            />
            <Slider
              label={t('crop.rotation')}
              {...rotations}
              value={placement.rotation}
              valueText={t('crop.rotation_shown', { degrees: placement.rotation })}
              onChange={(rotation) => place(transformAround(boxCenter, placement, placement.scale, rotation))}
            />
          </div>
        </div>
        <div className={css.others}>
          <Button kind="text" size="s" icon={arrowCounterClockwise} onClick={() => setPlacement(start)}>
            {t('crop.reset')}
          </Button>
          <Button kind="text" size="s" onClick={() => close('as_it_is')}>
            {t('crop.as_it_is')}
          </Button>
        </div>
        {isTooBig && !failed && <Alert kind="note">{t('crop.too_big')}</Alert>}
        {failed && <Alert>{failed}</Alert>}
        <DialogActions>
          <Button onClick={() => close()}>{t('confirm.cancel')}</Button>
          <Button kind="accent" busy={busy} onClick={() => void finish()}>
            {t('crop.done')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

type PreviewProps = Pick<CropDialogProps, 'picture' | 'aspect' | 'shape'> & { placement: Placement }

/** A preview of the crop, drawn again after a short pause. */
function Preview({ picture, aspect, shape, placement }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = Math.round(previewWidths[shape] * window.devicePixelRatio)
  const height = Math.round(width / aspect)
  useEffect(() => {
    const drawing = setTimeout(() => {
      const context = canvas.current?.getContext('2d')
      if (!context) return
      context.clearRect(0, 0, width, height)
      drawBox(context, picture.image, { picture: picture.size, aspect, placement, width })
    }, previewDelayMs)
    return () => clearTimeout(drawing)
  }, [picture, aspect, placement, width, height])
  return <canvas ref={canvas} className={css.preview} data-shape={shape} width={width} height={height} aria-hidden="true" />
}

interface SliderProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  /** The value as text: `1.2 ×`, `45°`. */
  valueText: string
  onChange: (value: number) => void
}

/** A slider with its label and value. */
function Slider({ label, valueText, onChange, ...range }: SliderProps) {
  const id = useId()
  const part = (range.value - range.min) / (range.max - range.min)
  return (
    <div className={css.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{valueText}</output>
      <input
        {...range}
        id={id}
        type="range"
        style={{ '--part': `${part * 100}%` }}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}
