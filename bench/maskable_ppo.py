"""sb3-contrib's MaskablePPO trains a few steps on a game as it stands, without a wrapper of ours.

    pip install torch sb3-contrib
    python bench/maskable_ppo.py [GAME] [--steps 512]
"""

from __future__ import annotations

import argparse

import gymnasium

import bestiary.gymnasium  # noqa: F401  (registers the games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="talon")
    parser.add_argument("--steps", type=int, default=512)
    chosen = parser.parse_args()
    from sb3_contrib import MaskablePPO

    env = gymnasium.make(f"bestiary/{chosen.game}-v0", bots="random")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=64, seed=1, device="cpu")
    model.learn(chosen.steps)
    seen, _ = env.reset(seed=2)
    over, decisions, reward = False, 0, 0.0
    while not over:
        action, _ = model.predict(seen, action_masks=env.unwrapped.action_masks())  # type: ignore[attr-defined]
        seen, reward, over, _, _ = env.step(action)
        decisions += 1
    print(f"{chosen.game}: trained {model.num_timesteps} steps; then {decisions} legal decisions, share {reward:g}")
    if reward < 0:
        raise SystemExit("an illegal action was taken")


if __name__ == "__main__":
    main()
