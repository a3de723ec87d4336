"""From captured pixels to the bytes of a picture file, and back."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from app.core.steps import Pixels

JPEG_QUALITY = 85


def jpeg(pixels: Pixels, quality: int = JPEG_QUALITY) -> bytes:
    """The JPEG bytes of a picture of shape (height, width, 4), blue green red unused."""
    out = io.BytesIO()
    _image(pixels).save(out, "JPEG", quality=quality)
    return out.getvalue()


def png(pixels: Pixels) -> bytes:
    """The PNG bytes (lossless, larger and slower than JPEG) of a picture of shape (height, width, 4)."""
    out = io.BytesIO()
    _image(pixels).save(out, "PNG", compress_level=1)
    return out.getvalue()


def decoded(data: bytes) -> Pixels:
    """The pixels, shape (height, width, 4), of a PNG, JPEG or other picture file.

    Raises PIL.UnidentifiedImageError or OSError for bytes that are none.
    """
    with Image.open(io.BytesIO(data)) as image:
        rgb = np.asarray(image.convert("RGB"))
    pixels = np.zeros((*rgb.shape[:2], 4), np.uint8)
    pixels[..., :3] = rgb[..., ::-1]
    return pixels


def _image(pixels: Pixels) -> Image.Image:
    height, width = pixels.shape[:2]
    return Image.frombuffer("RGB", (width, height), np.ascontiguousarray(pixels), "raw", "BGRX", 0, 1)
