"""A small product-photography kit for Blender 3.4 (Debian's build: no numpy, OSL or OpenImageDenoise).

One Blender unit is 10 cm. Objects stand on z = 0 and face the camera, which looks along +Y.
"""
