#include "bench/bullet_world.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <new>
#include <vector>

namespace {

struct part {
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btDefaultMotionState> motion;
    std::unique_ptr<btRigidBody> body;
};

btVector3 vector(const double v[3]) {
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

std::unique_ptr<btCollisionShape> make_shape(const bench_bullet_shape &shape) {
    switch (shape.kind) {
    case bench_bullet_shape::BENCH_BULLET_CAPSULE:
        return std::make_unique<btCapsuleShapeZ>(btScalar(shape.radius),
                                                 btScalar(2.0 * shape.half_length));
    case bench_bullet_shape::BENCH_BULLET_SPHERE:
        return std::make_unique<btSphereShape>(btScalar(shape.radius));
    case bench_bullet_shape::BENCH_BULLET_GROUND:
        return std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(shape.height));
    default:
        return std::make_unique<btBoxShape>(vector(shape.half));
    }
}

} // namespace

struct bench_bullet {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<part> parts;

    ~bench_bullet() {
        for (part &p : parts)
            world.removeRigidBody(p.body.get());
    }
};

bench_bullet *bench_bullet_create(const double gravity[3], int iterations) {
    bench_bullet *bullet = new (std::nothrow) bench_bullet;
    if (bullet != nullptr) {
        bullet->world.getSolverInfo().m_numIterations = iterations;
        bullet->world.setGravity(vector(gravity));
    }
    return bullet;
}

void bench_bullet_destroy(bench_bullet *bullet) {
    delete bullet;
}

int bench_bullet_add(bench_bullet *bullet, const bench_bullet_shape *shape, double mass,
                     const double inertia[3], const double p[3], const double q[4],
                     double friction) {
    try {
        const btQuaternion turn{btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0])};
        const btTransform pose{turn, vector(p)};
        part made;
        made.shape = make_shape(*shape);
        made.motion = std::make_unique<btDefaultMotionState>(pose);
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), made.motion.get(),
                                                      made.shape.get(), vector(inertia));
        info.m_friction = btScalar(friction);
        made.body = std::make_unique<btRigidBody>(info);
        made.body->setActivationState(DISABLE_DEACTIVATION); // the others do not sleep either
        bullet->parts.push_back(std::move(made));
        bullet->world.addRigidBody(bullet->parts.back().body.get());
        return int(bullet->parts.size()) - 1;
    } catch (const std::bad_alloc &) {
        return -1;
    }
}

void bench_bullet_step(bench_bullet *bullet, double h) {
    bullet->world.stepSimulation(btScalar(h), 0);
}

void bench_bullet_pose(const bench_bullet *bullet, int body, double p[3], double q[4]) {
    const btTransform &pose = bullet->parts[size_t(body)].body->getWorldTransform();
    const btQuaternion turn = pose.getRotation();
    for (int i = 0; i < 3; i++)
        p[i] = double(pose.getOrigin()[i]);
    q[0] = double(turn.w()), q[1] = double(turn.x()), q[2] = double(turn.y()),
    q[3] = double(turn.z());
}
