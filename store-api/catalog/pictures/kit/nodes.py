"""A thin helper to write shader node trees as expressions."""
import bpy


class Nodes:
    """Builds one material. Every method adds a node and returns its first output socket."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new('ShaderNodeOutputMaterial')

    def node(self, kind, **properties):
        n = self.tree.nodes.new('ShaderNode' + kind)
        for k, v in properties.items():
            setattr(n, k, v)
        return n

    def set(self, socket, value):
        """Links a socket, or sets a constant; three numbers become an opaque colour."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif value is not None:
            if hasattr(value, '__len__') and len(value) == 3 and socket.type == 'RGBA':
                value = tuple(value) + (1,)
            socket.default_value = value

    def surface(self, **inputs):
        """Principled BSDF; underscores in argument names stand for spaces."""
        n = self.node('BsdfPrincipled')
        for k, v in inputs.items():
            self.set(n.inputs[k.replace('_', ' ')], v)
        return n.outputs[0]

    def done(self, shader):
        """Connects the shader to the output and returns the material."""
        self.tree.links.new(shader, self.output.inputs[0])
        return self.material

    def object_position(self):
        return self.node('TexCoord').outputs['Object']

    def uv(self):
        return self.node('TexCoord').outputs['UV']

    def xyz(self, vector):
        n = self.node('SeparateXYZ')
        self.set(n.inputs[0], vector)
        return n.outputs

    def vector(self, x=0.0, y=0.0, z=0.0):
        n = self.node('CombineXYZ')
        for socket, v in zip(n.inputs, (x, y, z)):
            self.set(socket, v)
        return n.outputs[0]

    def noise(self, vector, scale, detail=2, rough=0.5, distortion=0.0):
        n = self.node('TexNoise')
        self.set(n.inputs['Vector'], vector)
        for name, v in (('Scale', scale), ('Detail', detail), ('Roughness', rough), ('Distortion', distortion)):
            n.inputs[name].default_value = v
        return n.outputs[0]

    def voronoi(self, vector, scale, feature='F1', randomness=1.0, dimensions='3D', output='Distance'):
        n = self.node('TexVoronoi', feature=feature, voronoi_dimensions=dimensions)
        self.set(n.inputs['Vector'], vector)
        n.inputs['Scale'].default_value = scale
        n.inputs['Randomness'].default_value = randomness
        return n.outputs[output]

    def ramp(self, factor, stops):
        """stops: (position, colour or grey)."""
        n = self.node('ValToRGB')
        elements = n.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, c) in zip(elements, stops):
            element.position = position
            element.color = tuple(c) + (1,) if hasattr(c, '__len__') else (c, c, c, 1)
        self.set(n.inputs[0], factor)
        return n.outputs[0]

    def range(self, value, a, b, c, d):
        """Maps value from a..b to c..d, clamped."""
        n = self.node('MapRange')
        for i, x in enumerate((value, a, b, c, d)):
            self.set(n.inputs[i], x)
        return n.outputs[0]

    def math(self, operation, a, b=0.0, c=0.0):
        n = self.node('Math', operation=operation)
        for socket, v in zip(n.inputs, (a, b, c)):
            self.set(socket, v)
        return n.outputs[0]

    def add(self, a, b):
        return self.math('ADD', a, b)

    def times(self, a, b):
        return self.math('MULTIPLY', a, b)

    def mix(self, factor, a, b, mode='MIX'):
        n = self.node('MixRGB', blend_type=mode)
        for socket, v in zip(n.inputs, (factor, a, b)):
            self.set(socket, v)
        return n.outputs[0]

    def mix_shaders(self, factor, a, b):
        n = self.node('MixShader')
        for socket, v in zip(n.inputs, (factor, a, b)):
            self.set(socket, v)
        return n.outputs[0]

    def bump(self, height, strength, distance, normal=None):
        """distance is the height in units that a full step of `height` stands for."""
        n = self.node('Bump')
        self.set(n.inputs['Height'], height)
        self.set(n.inputs['Strength'], strength)
        n.inputs['Distance'].default_value = distance
        if normal is not None:
            self.set(n.inputs['Normal'], normal)
        return n.outputs[0]

    def mapping(self, vector, scale=(1, 1, 1), location=(0, 0, 0), rotation=(0, 0, 0)):
        n = self.node('Mapping')
        self.set(n.inputs[0], vector)
        n.inputs['Scale'].default_value = scale
        n.inputs['Location'].default_value = location
        n.inputs['Rotation'].default_value = rotation
        return n.outputs[0]

    def turned(self, around=1.0, along=40.0):
        """Coordinates stretched around the Z axis, for the marks that turning leaves on a lathed shape."""
        x, y, _ = self.xyz(self.object_position())
        angle = self.math('ARCTAN2', y, x)
        return self.vector(self.times(self.math('COSINE', angle), around),
                           self.times(self.math('SINE', angle), around),
                           self.times(self.xyz(self.uv())[1], along))

    def unrolled(self, radius=1.0):
        """The wall of a lathed shape laid flat: (angle times radius, length along the profile), in units."""
        x, y, _ = self.xyz(self.object_position())
        return self.vector(self.times(self.math('ARCTAN2', y, x), radius), self.xyz(self.uv())[1])
