"""From scene to picture: two noisy halves from Cycles, the denoiser, then Blender's film response."""
import array
import os
import subprocess
import time

import bpy

# Linear colour the ground along the frame's edge is brought to, so that the whole set stands on one paper.
GROUND = (1.12, 0.905, 0.69)


def develop(out, work, width, height, samples, bounces=6, clamp=4.0, noise=0.04, strength=0.6, exposure=0.0,
            ground=GROUND, denoiser='denoise', threads=2):
    """Renders the current scene.

    out       PNG to write
    work      scratch folder for the passes
    samples   budget per pixel, split over the two halves
    clamp     largest indirect sample; lower for mirrors
    ground    linear paper colour, or None to leave the light as it fell
    """
    s = bpy.context.scene
    c = s.cycles
    c.device = 'CPU'
    s.render.threads_mode, s.render.threads = 'FIXED', threads
    s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = width, height, 100
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = False, noise, 4
    c.use_denoising = False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces = bounces, 2, min(bounces, 4)
    c.transmission_bounces, c.transparent_max_bounces = bounces, 16
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect = clamp
    c.blur_glossy = 1.0
    c.pixel_filter_type, c.filter_width = 'BLACKMAN_HARRIS', 1.5
    c.use_auto_tile = False
    s.render.use_persistent_data = True
    s.view_layers[0].cycles.denoising_store_passes = True
    s.view_settings.view_transform = 'Filmic'
    s.view_settings.look = 'High Contrast'
    s.view_settings.exposure = exposure
    os.makedirs(work, exist_ok=True)
    _pass_outputs(s, work)
    c.samples = max(2, samples // 2)
    started = time.time()
    for half, seed in (('colA', 11), ('colB', 77)):
        c.seed = seed
        bpy.ops.render.render(write_still=False)
        _raw(work, 'col', half, s.frame_current, width, height)
        _raw(work, 'alb', half.replace('col', 'alb'), s.frame_current, width, height)
        if half == 'colA':
            _raw(work, 'nrm', 'nrm', s.frame_current, width, height)
    rendered = time.time()
    call = [denoiser, work, str(width), str(height), str(strength)]
    if ground:
        call += [str(v) for v in ground]
    print(subprocess.run(call, check=True, capture_output=True, text=True,
                         env=dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY='passive')).stdout)
    pixels = array.array('f')
    with open(os.path.join(work, 'out.f32'), 'rb') as f:
        pixels.fromfile(f, width * height * 4)
    image = bpy.data.images.new('final', width, height, alpha=False, float_buffer=True)
    image.colorspace_settings.name = 'Linear'
    image.pixels.foreach_set(pixels)
    image.update()
    s.render.image_settings.file_format, s.render.image_settings.color_mode = 'PNG', 'RGB'
    s.render.image_settings.color_depth = '16'
    s.render.dither_intensity = 1.0
    image.save_render(out, scene=s)
    print('DONE %s render %.0f s, denoise %.0f s' % (out, rendered - started, time.time() - rendered))


def _pass_outputs(s, work):
    """Writes colour, albedo and normal as float EXR files through the compositor."""
    s.use_nodes = True
    t = s.node_tree
    t.nodes.clear()
    layers = t.nodes.new('CompositorNodeRLayers')
    files = t.nodes.new('CompositorNodeOutputFile')
    files.base_path = work
    files.format.file_format, files.format.color_depth = 'OPEN_EXR', '32'
    files.file_slots.clear()
    for slot, source in (('col', 'Image'), ('alb', 'Denoising Albedo'), ('nrm', 'Denoising Normal')):
        files.file_slots.new(slot)
        t.links.new(layers.outputs[source], files.inputs[slot])


def _raw(work, slot, name, number, width, height):
    """Turns one EXR pass into a plain float file for the denoiser."""
    path = os.path.join(work, '%s%04d.exr' % (slot, number))
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color' if slot == 'nrm' else 'Linear'
    pixels = array.array('f', [0.0]) * (width * height * 4)
    image.pixels.foreach_get(pixels)
    with open(os.path.join(work, name + '.f32'), 'wb') as f:
        pixels.tofile(f)
    bpy.data.images.remove(image)
