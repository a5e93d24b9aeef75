import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Disc } from '#ui/Disc.tsx'
import { ImageField } from '#ui/ImageField.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { pictureMaxBytes } from '../contract.ts'
import { fetchPicture } from './fetch-picture.ts'

/** A new file, '' to remove the picture, or null to keep it. */
export type ChangedPicture = File | '' | null

type ImageFieldProps = ComponentProps<typeof ImageField>

interface PictureFieldProps extends Pick<ImageFieldProps, 'label' | 'shape' | 'accept' | 'wrongType' | 'tooBig' | 'error'> {
  /** The thing of the picture, for the placeholder without a picture. */
  id: string
  name: string
  /** Address of the stored picture. */
  stored: string | null
  /** The user's change; may also be the address of another stored picture. */
  changed: File | string | null
  onChange: (picture: ChangedPicture) => void
  /** Label of the button that removes the stored picture. Without it, there is no button. */
  remove?: string
  /** Shown instead of that button. */
  help?: ReactNode
  /** Maximum upload size in bytes. */
  limit?: number
  /** Shows the picture until the user chooses a file. Default: a disc or a card, by `shape`. */
  children?: ((picture: string | null) => ReactNode) | false | undefined
}

/** The picture of a thing, which the user can choose, replace and remove. */
export function PictureField({
  id,
  name,
  stored,
  changed,
  onChange,
  remove,
  help,
  limit = pictureMaxBytes,
  children,
  ...field
}: PictureFieldProps) {
  const picture = typeof changed === 'string' ? changed || null : stored
  const preview =
    field.shape === 'card' ? (
      <PictureFrame>
        <Picture id={id} name={name} source={picture} shape="card" sizes="138px" />
      </PictureFrame>
    ) : (
      <Disc id={id} name={name} picture={picture} size={72} />
    )
  return (
    <ImageField
      {...field}
      current={children ? children(picture) : preview}
      replaces={picture !== null}
      limit={limit}
      fetchPicture={fetchPicture}
      onChoose={onChange}
      help={
        help ||
        (remove !== undefined && picture !== null && !changed && (
          <Button kind="text" size="s" onClick={() => onChange('')}>
            {remove}
          </Button>
        ))
      }
    />
  )
}
